/** A document of a provider as people write them: OpenAPI 3.0 in YAML, with names of its own. */
export const providerText = `openapi: 3.0.3
info: { title: Partner API, version: 1.4.0 }
servers: [{ url: "https://api.lender.example/v1" }]
security: [{ key: [] }]
paths:
  /firms/{id}/leads:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: listLeads
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100, default: 20 } }
        - { name: offset, in: query, schema: { type: integer, default: 0, minimum: 0 } }
      responses:
        "200":
          description: the Leads
          headers: { X-RateLimit-Limit: { schema: { type: integer } } }
          content:
            application/json:
              schema:
                type: object
                required: [data, meta]
                properties:
                  data: { type: array, items: { $ref: "#/components/schemas/Referral" } }
                  meta:
                    type: object
                    required: [total]
                    properties: { total: { type: integer }, count: { type: integer } }
        "422": { $ref: "#/components/responses/Problem" }
    post:
      operationId: createLead
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewReferral" } } }
      responses:
        "201":
          description: the Lead
          content:
            application/json:
              schema: { type: object, properties: { data: { $ref: "#/components/schemas/Referral" } } }
        "422": { $ref: "#/components/responses/Problem" }
  /leads/{id}:
    delete:
      operationId: archiveLead
      responses: { "204": { description: archived } }
    patch:
      operationId: changeLead
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/ReferralChange" } } }
      responses:
        "200":
          description: the Lead
          content:
            application/json:
              schema: { type: object, properties: { data: { $ref: "#/components/schemas/Referral" } } }
  /rates:
    get: { operationId: listRates, responses: { "200": { description: rates } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-API-Key } }
  responses:
    Problem:
      description: refused
      content:
        application/json:
          schema:
            type: object
            required: [message, fields]
            properties:
              message: { type: string }
              fields: { type: object, additionalProperties: { type: array, items: { type: object } } }
  schemas:
    NewReferral:
      type: object
      required: [email]
      properties:
        email: { type: string, format: email, maxLength: 254 }
        firstName: { type: string }
        phone: { $ref: "#/components/schemas/Telephone" }
        resourceType: { type: string, enum: [Firm, FirmMember] }
    ReferralChange:
      type: object
      properties:
        email: { type: string, format: email, maxLength: 254 }
        firstName: { type: string }
        phone: { $ref: "#/components/schemas/Telephone" }
    Referral:
      type: object
      required: [id, createdAt, convertedAt, email]
      properties:
        id: { type: string }
        createdAt: { type: string, format: date-time }
        convertedAt: { type: string, format: date-time, nullable: true }
        email: { type: string }
        phone: { $ref: "#/components/schemas/Telephone" }
        resourceType: { type: string, enum: [Firm, FirmMember] }
    Telephone: { type: object, properties: { number: { type: string }, extension: { type: string } } }
`;
