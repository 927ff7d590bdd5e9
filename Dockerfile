# Page and command line, without a Redis: ROUNDTRIP_URL names the one that the page measures, `bench -u` that of a bench.
# The paths that it copies are those of server/setup/product.mjs. npm chooses the binaries of the base image's architecture.
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.base.json ./
COPY shared shared
COPY server server
COPY client client
RUN npm run build

FROM build AS release
# Agents need BullMQ, which users of the package install themselves; here it stays, in the version of the lock file.
RUN npm pkg set "dependencies.bullmq=$(node -p 'require("./package.json").devDependencies.bullmq')" && npm pkg delete devDependencies.bullmq
RUN npm prune --omit=dev && find dist -name '*.map' -delete && chmod +x dist/server/cli/main.js

FROM ${NODE_IMAGE}
ENV NODE_ENV=production ROUNDTRIP_IMAGE=1 ROUNDTRIP_HOST=0.0.0.0 PORT=4173 ROUNDTRIP_HISTORY=/data/history.sqlite
COPY --from=release /app/package.json /app/
COPY --from=release /app/node_modules /app/node_modules
COPY --from=release /app/dist /app/dist
COPY --from=release /app/server/setup/container.sh /usr/local/bin/roundtrip-container
# What was measured is kept in /data: a volume that is made from it belongs to the same user.
RUN ln -s /app/dist/server/cli/main.js /usr/local/bin/roundtrip && mkdir /data && chown 1000:1000 /data
WORKDIR /data
VOLUME /data
# The user node of the base image, by number: Kubernetes checks runAsNonRoot by number only.
USER 1000:1000
EXPOSE 4173
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["roundtrip-container"]
CMD ["start"]
