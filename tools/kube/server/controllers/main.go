// Controllers is a controller manager of three controllers, all that a cluster without nodes needs: namespaces
// (else a deleted one stays terminating for ever), garbage collection (else what a Job made outlives it) and Jobs.
// The three are Kubernetes' own code; kube-controller-manager has them too, but takes far longer to build, and up to
// thirty seconds to notice a new custom resource.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/controller-manager/pkg/informerfactory"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/controller/namespace"
)

// How often the garbage collector looks for new resource types.
const discoveryPeriod = 2 * time.Second

func main() {
	kubeconfig := flag.String("kubeconfig", "", "file that says how to reach the API server")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *kubeconfig); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 500, 1000
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	metadataClient, err := metadata.NewForConfig(config)
	if err != nil {
		return err
	}
	typed := informers.NewSharedInformerFactory(client, 0)
	untyped := metadatainformer.NewSharedInformerFactory(metadataClient, 0)
	started := make(chan struct{})

	namespaces := namespace.NewNamespaceController(ctx, client, metadataClient,
		client.Discovery().ServerPreferredNamespacedResources, typed.Core().V1().Namespaces(),
		5*time.Minute, v1.FinalizerKubernetes)

	ignored := map[schema.GroupResource]struct{}{}
	for resource := range garbagecollector.DefaultIgnoredResources() {
		ignored[resource] = struct{}{}
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))
	garbage, err := garbagecollector.NewGarbageCollector(ctx, client, metadataClient, mapper, ignored,
		informerfactory.NewInformerFactory(typed, untyped), started)
	if err != nil {
		return err
	}

	jobs, err := job.NewController(ctx, typed.Core().V1().Pods(), typed.Batch().V1().Jobs(), client)
	if err != nil {
		return err
	}

	typed.Start(ctx.Done())
	untyped.Start(ctx.Done())
	close(started)
	go namespaces.Run(ctx, 10)
	go garbage.Run(ctx, 20, discoveryPeriod)
	go garbage.Sync(ctx, client.Discovery(), discoveryPeriod)
	go jobs.Run(ctx, 5)
	<-ctx.Done()
	return nil
}
