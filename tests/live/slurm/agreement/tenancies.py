"""The documents that are tried: one with everything the arithmetic speaks of."""

TWO_MODELS = """
fleet: two-models
slurm: {release: "24.11"}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 64, memory: 1Ti}, billing: 10}
  l40s: {gpu: {product: NVIDIA-L40S, perNode: 4}, node: {cpus: 32, memory: 256Gi}}
pools:
  large: {flavor: h100, hosts: "h[1-3]", owner: slurm}
  small: {flavor: l40s, hosts: "l[1-2]", owner: slurm}
tiers:
  production: {maxTime: 4h, mayBorrow: false}
  research: {defaultTime: 30m, maxTime: 2h}
  scavenger: {maxTime: 1h}
groups:
  lab: {sharing: fair}
  open: {sharing: fair}
  archive: {sharing: fair}
  products: {sharing: hard}
departments:
  science: {cap: {h100: 9}}
teams:
  vision:
    group: lab
    department: science
    quota: {h100: {nominal: 4, borrow: 6}, l40s: {nominal: 2, borrow: 2, lend: 1}}
    users: [ada]
  speech: {group: lab, department: science, quota: {h100: {nominal: 2, borrow: 4}}, users: [alan]}
  robots: {group: lab, quota: {h100: {nominal: 2, lend: 0}}, users: [barbara]}
  atlas: {group: open, quota: {h100: {nominal: 4, borrow: 8}, l40s: {nominal: 2, borrow: 2}}, users: [lise]}
  nova: {group: open, quota: {l40s: 2}, users: [marie]}
  oak: {group: archive, tiers: [production], quota: {h100: 8}, users: [alonzo]}
  chat: {group: products, tiers: [production], quota: {h100: 2}, users: [grace]}
"""
"""24 H100, of which 22 are held: vision 4, speech 2 and robots 2 in the lab, atlas 4, oak 8, chat 2; 2 are left. The
lab lends 4 + 2 + 0, so that it may borrow 8, open 4 + 2 = 6, and both together 12: what oak lends is for its own group,
where nobody borrows. Science may hold 9, so it borrows at most 3. 8 L40S, of which 6 are held and 2 left; the lab
borrows at most 3, open 6, both together 7."""
