"""What all back ends share after render: differences, what they take, and ordered changes with their safety."""
