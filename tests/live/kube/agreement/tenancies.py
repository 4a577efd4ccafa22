"""The documents that are tried: one with everything the arithmetic speaks of."""

TWO_MODELS = """
fleet: two-models
kueue: {release: "0.17"}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 4}, node: {cpus: 32, memory: 512Gi}}
  l40s: {gpu: {product: NVIDIA-L40S, perNode: 4}, node: {cpus: 32, memory: 256Gi}}
  epyc: {node: {cpus: 32, memory: 128Gi}, nodeLabels: {node.example.com/kind: epyc}}
pools:
  large: {flavor: h100, hosts: "h[1-4]", owner: kueue}
  small: {flavor: l40s, hosts: "l[1-2]", owner: kueue}
  plain: {flavor: epyc, hosts: "e[1-2]", owner: kueue}
tiers:
  production: {maxTime: 4h}
  research: {maxTime: 2h}
  scavenger: {maxTime: 1h}
groups:
  lab: {sharing: fair}
  open: {sharing: fair}
  archive: {sharing: fair}
  products: {sharing: hard}
departments:
  science: {cap: {h100: 4}}
teams:
  vision:
    group: lab
    department: science
    quota:
      h100: {nominal: 2, borrow: 3}
      l40s: {nominal: 2, borrow: 2, lend: 1}
      epyc: {nominal: 24, borrow: 8}
    namespaces: [vision]
  speech: {group: lab, department: science, quota: {h100: {nominal: 1, borrow: 2}}, namespaces: [speech]}
  robots: {group: lab, quota: {h100: {nominal: 1, lend: 0}}, namespaces: [robots]}
  atlas:
    group: open
    quota: {h100: {nominal: 3, borrow: 2, lend: 1}, l40s: {nominal: 2, borrow: 2}, epyc: {nominal: 24, lend: 8}}
    namespaces: [atlas]
  nova: {group: open, quota: {h100: 1, l40s: 2, epyc: 0}, namespaces: [nova]}
  oak: {group: archive, tiers: [production], quota: {h100: 4}, namespaces: [oak]}
  chat: {group: products, tiers: [production], quota: {h100: 1}, namespaces: [chat]}
"""
"""16 H100, of which 13 are held and 3 are left. The lab holds 4 of them: vision 2 and speech 1, who lend all of it, and
robots 1, who lend none; science may hold 4, so it borrows at most 1 from outside. Open holds 4: atlas 3, who keep 2 of
them, and nova 1. Oak's 4 are for its own group, where nobody else is, and chat's 1 for nobody.
8 L40S, 2 of them left; 64 CPUs, 16 of them left."""

SHARES = """
fleet: shares
kueue: {{release: "0.17", configuration: {{}}, fairSharing: {sharing}}}
flavors:
  h100: {{gpu: {{product: NVIDIA-H100-80GB-HBM3, perNode: 4}}, node: {{cpus: 32, memory: 512Gi}}}}
pools:
  large: {{flavor: h100, hosts: "h[1-2]", owner: kueue}}
groups:
  lab: {{sharing: fair}}
teams:
  few: {{group: lab, share: 1, quota: {{h100: 1}}, namespaces: [few]}}
  many: {{group: lab, share: 3, quota: {{h100: 1}}, namespaces: [many]}}
  quiet: {{group: lab, quota: {{h100: {{nominal: 2, lend: 0}}}}, namespaces: [quiet]}}
"""
"""8 H100, 4 of them held: 4 are left for whoever borrows."""
