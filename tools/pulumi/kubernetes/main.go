// Command pulumi-resource-kubernetes serves Pulumi's own Kubernetes provider.
// The schema it would answer GetSchema with is a stub: up, preview, refresh and destroy never ask for it.
package main

import (
	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version"
)

func main() {
	provider.Serve("kubernetes", version.Version, []byte(`{"name":"kubernetes","version":"`+version.Version+`"}`), []byte(`{}`))
}
