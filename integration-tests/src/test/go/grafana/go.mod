module grafana

go 1.25.7

require (
	// v3.3.0, whose module has no /v3 in its name.
	github.com/HadesArchitect/GrafanaCassandraDatasource v0.0.0-20260628171155-cc6b21f29408
	github.com/grafana/grafana-plugin-sdk-go v0.291.1
	github.com/hashicorp/go-plugin v1.7.0
)
