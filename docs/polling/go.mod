// Three programs, each for itself. This file keeps them out of the packages of a project that has this folder below it.
module example.com/polling

go 1.22
