"""The cohort tree, and where no Cohort is written."""

from tests.backends.kueue.documents import FLEET, made, quota

FAIR = "  a: {group: lab, quota: {h100: 32}}\n  b: {group: other, quota: {h100: 16}}"


def test_the_root_holds_what_no_team_is_guaranteed_with_its_cpus_and_memory() -> None:
    root = made(FAIR)["Cohort", "", "demo-root"]
    assert "parentName" not in root["spec"]
    # 80 GPUs less 48, at 15 CPUs and 248 GiB each; 192 CPUs on two CPU nodes, none of them guaranteed.
    assert quota(root, "h100") == {
        "cpu": {"nominalQuota": "480"},
        "memory": {"nominalQuota": "7936Gi"},
        "nvidia.com/gpu": {"nominalQuota": "32"},
    }
    assert quota(root, "epyc")["cpu"] == {"nominalQuota": "192"}
    assert quota(root, "epyc")["nvidia.com/gpu"] == {"nominalQuota": "0"}


def test_groups_borrow_from_the_root_and_do_not_lend_to_each_other() -> None:
    things = made(FAIR)
    for group in ("lab", "other"):
        cohort = things["Cohort", "", group]
        assert cohort["spec"]["parentName"] == "demo-root"
        for flavor in ("h100", "epyc"):
            limits = quota(cohort, flavor).values()
            assert all(limit == {"nominalQuota": "0", "lendingLimit": "0"} for limit in limits)


def test_nothing_left_over_needs_no_cohort_object() -> None:
    fleet = FLEET.replace('  cpu: {flavor: epyc, hosts: "c[1-2]", owner: kueue}\n', "")
    things = made("  a: {group: lab, quota: {h100: 80}}", fleet)
    assert not [name for kind, _, name in things if kind == "Cohort"]
    assert things["ClusterQueue", "", "a"]["spec"]["cohortName"] == "lab"


def test_hard_teams_alone_leave_the_pool_to_nobody() -> None:
    assert not [name for kind, _, name in made("  a: {group: products, quota: {h100: 8}}") if kind == "Cohort"]


def test_a_department_caps_its_teams_by_what_it_may_borrow() -> None:
    things = made("  a: {group: lab, department: science, quota: {h100: 32}}\n  b: {group: lab, quota: {h100: 16}}")
    department = things["Cohort", "", "lab-science"]
    assert department["spec"]["parentName"] == "lab"
    assert department["spec"]["fairSharing"] == {"weight": "3"}
    assert quota(department, "h100")["nvidia.com/gpu"] == {"nominalQuota": "0", "borrowingLimit": "8"}
    assert things["ClusterQueue", "", "a"]["spec"]["cohortName"] == "lab-science"
    assert things["ClusterQueue", "", "b"]["spec"]["cohortName"] == "lab"


def test_old_releases_use_their_own_names() -> None:
    things = made(FAIR, FLEET.replace("0.17", "0.12"))
    cohort = things["Cohort", "", "lab"]
    assert cohort["apiVersion"] == "kueue.x-k8s.io/v1alpha1"
    assert cohort["spec"]["parent"] == "demo-root"
    assert things["ClusterQueue", "", "a"]["apiVersion"] == "kueue.x-k8s.io/v1beta1"
    assert things["ClusterQueue", "", "a"]["spec"]["cohort"] == "lab"
