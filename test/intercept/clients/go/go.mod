module partner.example/clients

go 1.19
