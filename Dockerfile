# The sandbox as an image: docker build -t lead-sandbox .
# With the Pact verifier, for pipelines: docker build --target harness -t lead-sandbox:harness .
ARG NODE_IMAGE=docker.io/library/node:26-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No install scripts: the base image has Node, and no package needs compiling.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG TARGETARCH
ARG NODE_IMAGE
# Fills V8's compile cache, which depends on the path of the command and the user of the server.
RUN mkdir /data /ca \
 && arch=$(echo "${TARGETARCH}" | sed 's/^amd64$/x64/') \
 && node scripts/build.ts --image --out /app --user 1000 --arch "${arch:-$(node -p process.arch)}" --base "${NODE_IMAGE}"

# The verifier is native code: its packages are installed for the target processor.
FROM build AS verifier
ARG TARGETARCH
RUN arch=$(echo "${TARGETARCH}" | sed 's/^amd64$/x64/') \
 && if [ "${arch:-$(node -p process.arch)}" != "$(node -p process.arch)" ]; then \
      npm ci --ignore-scripts --no-audit --no-fund --os linux --cpu "${arch}"; \
    fi \
 && node scripts/harness-packages.ts /verifier/node_modules

FROM ${NODE_IMAGE} AS server
COPY --from=build /app /app
COPY --from=build --chown=1000:1000 /data /data
# For LEAD_SANDBOX_CA_FILE: a volume that clients mount.
COPY --from=build --chown=1000:1000 /ca /ca
ENV NODE_ENV=production \
    LEAD_SANDBOX_HOST=0.0.0.0
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 4610
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --start-interval=250ms --retries=3 \
  CMD ["node", "/app/command/start.mjs", "healthcheck"]
ENTRYPOINT ["node", "/app/command/start.mjs"]
ARG NODE_IMAGE
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=unknown
ARG SOURCE=unknown
ARG LICENSES=UNLICENSED
ARG AUTHORS=unknown
LABEL org.opencontainers.image.title="lead-sandbox" \
      org.opencontainers.image.description="A local sandbox emulator and contract-test harness for a mortgage-referral Lead API" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.url="${SOURCE}" \
      org.opencontainers.image.documentation="${SOURCE}" \
      org.opencontainers.image.licenses="${LICENSES}" \
      org.opencontainers.image.authors="${AUTHORS}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"

FROM server AS harness
COPY --from=verifier /verifier/node_modules /app/node_modules
COPY --from=verifier /verifier/verifier.cdx.json /app/
ENV PACT_DO_NOT_TRACK=true

# The default.
FROM server
