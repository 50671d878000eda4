// This file keeps the Go kit out of the packages of a project that has this folder below it.
module example.com/kits

go 1.22
