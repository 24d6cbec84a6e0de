# syntax=docker/dockerfile:1
# Builds the Pursuit image: `docker build -t pursuit .` See docs/operations.md.

# Installs the production packages and builds the client with them.
FROM node:26.10.0-trixie-slim AS build
WORKDIR /pursuit
COPY package.json package-lock.json ./
# Installs like tools/install.mjs. The image has its own Node.js, so the one from the npm package is removed.
RUN npm install --omit=dev --no-save --ignore-scripts --no-audit --no-fund --no-progress \
  && npm sbom --sbom-format spdx --omit dev --package-lock-only > sbom.spdx.json \
  && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node
COPY tsconfig.json tsconfig.client.json tsconfig.pure.json tsconfig.server.json vite.config.ts ./
COPY app app
COPY core core
COPY features features
COPY database database
COPY public public
COPY tools tools
RUN node node_modules/vite/bin/vite.js build --logLevel warn
# Removes the largest packages that only the client's build needs, and files for debuggers and editors. The last command
# fails if the server needs one of them.
RUN rm -rf node_modules/@tabler node_modules/vite node_modules/@vitejs node_modules/@rolldown node_modules/lightningcss* \
    node_modules/@mantine node_modules/@tanstack node_modules/react-dom \
  && find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -delete \
  && node -e "import('./app/features.ts')"

# Holds only the list of the image's contents: `docker build --target sbom --output . .` writes sbom.spdx.json here.
FROM scratch AS sbom
COPY --from=build /pursuit/sbom.spdx.json /

FROM node:26.10.0-trixie-slim
LABEL org.opencontainers.image.title="Pursuit" \
  org.opencontainers.image.description="Business development for professional firms" \
  org.opencontainers.image.licenses="Apache-2.0"
# PostgreSQL's client programs create and restore backups. They can't be older than the server in compose.yaml.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 1000 -g 1000 -m 700 /data
WORKDIR /pursuit
COPY package.json package-lock.json LICENSE ./
COPY app app
COPY core core
COPY features features
COPY database database
COPY tools tools
COPY --from=build /pursuit/node_modules node_modules
COPY --from=build /pursuit/dist dist
COPY --from=build /pursuit/sbom.spdx.json ./

# Same settings as tools/start.mjs: cached compiled code, and low memory use (tools/lean.mjs).
ENV NODE_ENV=production \
  NODE_COMPILE_CACHE=/tmp/compiled \
  NODE_OPTIONS=--max-semi-space-size=4 \
  MALLOC_ARENA_MAX=1 \
  MALLOC_MMAP_THRESHOLD_=1048576 \
  MALLOC_TRIM_THRESHOLD_=1048576 \
  HOST=0.0.0.0 \
  PORT=3000 \
  PURSUIT_DATA=/data
# The image's user "node", by number. The server writes only to /data and /tmp.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(async (reply) => { console.log(await reply.text()); process.exit(reply.ok ? 0 : 1) }, (error) => { console.error(error.message); process.exit(1) })"]
CMD ["node", "app/server.ts"]
