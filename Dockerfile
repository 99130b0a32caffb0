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
RUN npm install --omit=dev --omit=optional --no-audit
COPY . .
COPY --from=build /garbo/dist ./dist
USER node
EXPOSE 3000
CMD ["node", "infrastructure/composition/main.ts"]
