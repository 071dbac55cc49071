// SPDX-License-Identifier: Apache-2.0

// Starts the backend of a data source as Grafana does, sends it queries, and prints what it answers as Grafana gives it
// to the browser. Arguments: the backend's program, and a file with the request.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/grpcplugin"
	"github.com/grafana/grafana-plugin-sdk-go/genproto/pluginv2"
	"github.com/hashicorp/go-plugin"
)

type request struct {
	URL      string                     `json:"url"`
	Settings json.RawMessage            `json:"jsonData"`
	From     time.Time                  `json:"from"`
	To       time.Time                  `json:"to"`
	Queries  map[string]json.RawMessage `json:"queries"`
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(program, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var asked request
	if err := json.Unmarshal(text, &asked); err != nil {
		return err
	}
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  grpcplugin.ProtocolVersion,
			MagicCookieKey:   grpcplugin.MagicCookieKey,
			MagicCookieValue: grpcplugin.MagicCookieValue,
		},
		VersionedPlugins: map[int]plugin.PluginSet{
			grpcplugin.ProtocolVersion: {"data": &grpcplugin.DataGRPCPlugin{}},
		},
		Cmd:              exec.Command(program),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
	})
	defer client.Kill()
	protocol, err := client.Client()
	if err != nil {
		return err
	}
	data, err := protocol.Dispense("data")
	if err != nil {
		return err
	}
	answer, err := data.(grpcplugin.DataClient).QueryData(context.Background(), asked.toProto())
	if err != nil {
		return err
	}
	response, err := backend.FromProto().QueryDataResponse(answer)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(response)
}

func (r request) toProto() *pluginv2.QueryDataRequest {
	var queries []*pluginv2.DataQuery
	for name, query := range r.Queries {
		queries = append(queries, &pluginv2.DataQuery{
			RefId:     name,
			QueryType: "query",
			TimeRange: &pluginv2.TimeRange{
				FromEpochMS: r.From.UnixMilli(),
				ToEpochMS:   r.To.UnixMilli(),
			},
			Json: query,
		})
	}
	return &pluginv2.QueryDataRequest{
		PluginContext: &pluginv2.PluginContext{
			OrgId: 1,
			DataSourceInstanceSettings: &pluginv2.DataSourceInstanceSettings{
				Id:       1,
				Uid:      "cassandra",
				Url:      r.URL,
				JsonData: r.Settings,
			},
		},
		Queries: queries,
	}
}
