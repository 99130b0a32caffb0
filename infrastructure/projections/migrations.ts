import type { Migrations } from '../postgres/migrate.ts'

export const projectionsMigrations: Migrations = {
  module: 'projections',
  folder: new URL('migrations/', import.meta.url),
}
