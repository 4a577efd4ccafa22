"""A small tenancy with everything that the accounting database holds, and what a site does beside it."""

from __future__ import annotations

DOCUMENT = """\
fleet: lab
slurm: {release: "24.11"}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
  l40s: {gpu: {product: NVIDIA-L40S, perNode: 4}, node: {cpus: 64, memory: 1Ti}}
pools:
  big: {flavor: h100, hosts: "h[1-4]", owner: slurm}
  small: {flavor: l40s, hosts: "l[1-4]", owner: slurm}
tiers:
  production: {maxTime: 7d, mayBorrow: false}
  research: {maxTime: 2d, grace: 5m}
  scavenger: {maxTime: 90m}
groups: {lab: {sharing: fair}, fixed: {sharing: hard}}
departments: {science: {share: 60}, applied: {share: 40, cap: {h100: 20}}}
teams:
  vision:
    {group: lab, department: science, share: 30, tiers: [research, scavenger], users: [ada, grace],
     quota: {h100: {nominal: 8, borrow: 8, lend: 4}, l40s: 4}, perJob: {h100: 8}, perUser: {h100: 6},
     maxRunningJobs: 20, maxSubmittedJobs: 100}
  speech: {group: lab, department: applied, quota: {h100: {nominal: 16, borrow: 4}}, users: [grace]}
  search: {group: fixed, tiers: [production], quota: {l40s: 8}, users: unmanaged}
users: {grace: {defaultTeam: vision}}
"""

SILENT = """\
add qos name=special Description=ours Priority=9 Preempt=research
add qos name=other Description=tenantry:elsewhere Priority=9
add account name=guests cluster=lab parent=root Description=x Organization=y GrpTRES=cpu=3
add account name=visitors cluster=lab parent=science
add user name=eve cluster=lab account=guests
add user name=zoe cluster=lab account=search
add user name=ada cluster=lab account=guests
modify qos where name=normal set Priority=3 MaxWall=1-0
modify account where name=root cluster=lab set GrpJobs=1000
modify account where name=vision cluster=lab set MaxWallDurationPerJob=1-0 Description=seeing GrpWall=100-0
modify qos where name=research set MaxJobsPerUser=3 UsageFactor=2 MaxTRESPerUser=cpu=4
modify user where name=ada cluster=lab account=vision set Fairshare=3 MaxJobs=4
add coordinator account=vision name=ada
"""
"""What a site does beside the program."""
