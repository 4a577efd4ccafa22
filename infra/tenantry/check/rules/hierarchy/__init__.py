"""Teams that hold or reach nothing."""
