// Creates and reads a Lead with the client of openapi-generator.
package main

import (
	"context"
	"fmt"
	"os"

	leadapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := leadapi.NewConfiguration()
	configuration.Servers = leadapi.ServerConfigurations{{URL: os.Getenv("LEAD_API_URL") + "/v1"}}
	configuration.AddDefaultHeader("X-API-Key", os.Getenv("LEAD_API_KEY"))
	leads := leadapi.NewAPIClient(configuration).LeadsAPI
	ctx := context.Background()
	body := leadapi.NewLeadCreate("maya@example.com", "Maya", "Moss")
	made, _, err := leads.PostLeadsForFirm(ctx, os.Getenv("LEAD_API_FIRM_ID")).LeadCreate(*body).Execute()
	if err != nil {
		panic(err)
	}
	read, _, err := leads.GetLead(ctx, made.Data.Id).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(read.Data.Email, read.Data.ConvertedAt.Get())
	page, _, err := leads.GetLeads(ctx).Limit(2).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(page.Data[0].Email)
	for _, list := range []leadapi.ApiGetLeadsRequest{
		leads.GetLeads(ctx).Filter(`{"email":"maya@example.com"}`),
		leads.GetLeads(ctx).Order(`[["createdAt","ASC"]]`),
	} {
		found, _, err := list.Execute()
		if err != nil {
			panic(err)
		}
		fmt.Println(found.Data[0].Email, found.Meta.Total)
	}
}
