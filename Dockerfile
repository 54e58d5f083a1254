# syntax=docker/dockerfile:1
#
# Not built yet: no container engine was at hand where it was written. test/container.test.ts lays out what it copies in a plain
# folder, and runs the server and all commands there as a user without rights (docs/decisions/067-api-documentation-and-image.md).
#
# For builds that come out the same every time, pin the base by digest as well: node:24-slim@sha256:…
# (docker buildx imagetools inspect node:24-slim prints it).
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Not `npm ci`: it fails where the lock file lacks another platform's optional package (scripts/prepare/packages.mjs). Versions and checksums
# are the lock file's all the same.
RUN npm install --include=dev --no-save --no-audit --no-fund
COPY index.html vite.config.ts vite.server.config.ts tsconfig*.json ./
COPY scripts scripts
COPY simulators simulators
COPY public public
COPY src src
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Node is in the image already; as a package it is for machines with an older one. The last line fails where an architecture has no packages of
# the parts that aren't JavaScript.
RUN npm install --omit=dev --no-save --no-audit --no-fund && npm cache clean --force \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && node -e "require('sharp'); require('@node-rs/argon2'); require('@myriaddreamin/typst-ts-node-compiler')"

FROM node:24-slim
LABEL org.opencontainers.image.title="Billfold" \
  org.opencontainers.image.description="Invoicing and bookkeeping for freelancers and small businesses" \
  org.opencontainers.image.licenses="AGPL-3.0-only"
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json LICENSE ./
COPY scripts scripts
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dist-server dist-server
COPY src/shared src/shared
COPY src/model src/model
COPY src/kit src/kit
COPY src/modules src/modules
COPY src/features src/features
COPY src/app src/app
COPY src/server src/server
COPY simulators simulators
# The user 'node' of the base image. PostgreSQL, which comes with the packages, refuses to run as root anyway.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Run it with --init (compose.yaml does): the first process of a container should look after orphans, which Node doesn't.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--heap-growing-percent=50", "dist-server/main.js"]
