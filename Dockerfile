# The page and its server, without a Redis: ROUNDTRIP_URL names the one to measure.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
COPY tsconfig.base.json ./
COPY shared shared
COPY server server
COPY client client
RUN npm run build && npm prune --omit=dev --loglevel=error

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production ROUNDTRIP_HOST=0.0.0.0 PORT=4173 ROUNDTRIP_HISTORY=/data/history.sqlite
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# What was measured is kept here: a volume that is made from it belongs to the same user.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 4173
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/http/main.js"]
