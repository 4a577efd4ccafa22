# Made by tenantry from the document of fleet lab. Do not edit; change the document and render again.
# sha256:ff651143bd9de4555a151b215ecd87b8765f7d3ea83c69e8bc487da18b83dd05
# Marks the nodes of the cluster with their owner: sh mark.sh, before Kueue's objects are applied. Needs kubectl.
# Makes no node, where an apply of nodes.yaml alone would make each that is missing; leaves the taints of others.
set -eu
cd "$(dirname "$0")"

# Nodes of kueue: all of them must exist.
set -- \
  gpu201 gpu202 gpu203 gpu204 gpu205 gpu206 gpu207 gpu208 gpu209 gpu210 gpu211 gpu212 gpu213 gpu214 gpu215 \
  gpu216 gpu217 gpu218 gpu219 gpu220 gpu221 gpu222 gpu223 gpu224 gpu225 gpu226 gpu227 gpu228 gpu229 gpu230 \
  gpu231 gpu232 gpu233 gpu234 gpu235 gpu236 gpu237 gpu238 gpu239 gpu240 gpu241 gpu242 gpu243 gpu244 gpu245 \
  gpu246 gpu247 gpu248 gpu249 gpu250
kubectl get nodes --output name "$@" >/dev/null
kubectl apply --server-side --field-manager tenantry-nodes --filename nodes.yaml
kubectl taint nodes --overwrite "$@" tenancy.example.com/owner=kueue:NoSchedule

# Nodes of slurm: those that are in this cluster too.
set -- \
  gpu001 gpu002 gpu003 gpu004 gpu005 gpu006 gpu007 gpu008 gpu009 gpu010 gpu011 gpu012 gpu013 gpu014 gpu015 \
  gpu016 gpu017 gpu018 gpu019 gpu020 gpu021 gpu022 gpu023 gpu024 gpu025 gpu026 gpu027 gpu028 gpu029 gpu030 \
  gpu031 gpu032 gpu033 gpu034 gpu035 gpu036 gpu037 gpu038 gpu039 gpu040 gpu041 gpu042 gpu043 gpu044 gpu045 \
  gpu046 gpu047 gpu048 gpu049 gpu050 gpu051 gpu052 gpu053 gpu054 gpu055 gpu056 gpu057 gpu058 gpu059 gpu060 \
  gpu061 gpu062 gpu063 gpu064 gpu065 gpu066 gpu067 gpu068 gpu069 gpu070 gpu071 gpu072 gpu073 gpu074 gpu075 \
  gpu076 gpu077 gpu078 gpu079 gpu080 gpu081 gpu082 gpu083 gpu084 gpu085 gpu086 gpu087 gpu088 gpu089 gpu090 \
  gpu091 gpu092 gpu093 gpu094 gpu095 gpu096 gpu097 gpu098 gpu099 gpu100 gpu101 gpu102 gpu103 gpu104 gpu105 \
  gpu106 gpu107 gpu108 gpu109 gpu110 gpu111 gpu112 gpu113 gpu114 gpu115 gpu116 gpu117 gpu118 gpu119 gpu120 \
  gpu121 gpu122 gpu123 gpu124 gpu125 gpu126 gpu127 gpu128 gpu129 gpu130 gpu131 gpu132 gpu133 gpu134 gpu135 \
  gpu136 gpu137 gpu138 gpu139 gpu140 gpu141 gpu142 gpu143 gpu144 gpu145 gpu146 gpu147 gpu148 gpu149 gpu150 \
  gpu151 gpu152 gpu153 gpu154 gpu155 gpu156 gpu157 gpu158 gpu159 gpu160 gpu161 gpu162 gpu163 gpu164 gpu165 \
  gpu166 gpu167 gpu168 gpu169 gpu170 gpu171 gpu172 gpu173 gpu174 gpu175 gpu176 gpu177 gpu178 gpu179 gpu180 \
  gpu181 gpu182 gpu183 gpu184 gpu185 gpu186 gpu187 gpu188 gpu189 gpu190 gpu191 gpu192 gpu193 gpu194 gpu195 \
  gpu196 gpu197 gpu198 gpu199 gpu200
nodes=$(kubectl get nodes --ignore-not-found --output 'jsonpath={..metadata.name}' "$@")
[ -z "$nodes" ] || printf 'apiVersion: v1\nkind: Node\nmetadata:\n  name: "%s"\n  labels:\n    tenancy.example.com/owner: slurm\n---\n' $nodes |
  kubectl apply --server-side --field-manager tenantry-nodes --filename -
[ -z "$nodes" ] || kubectl taint nodes --overwrite $nodes tenancy.example.com/owner=slurm:NoSchedule
