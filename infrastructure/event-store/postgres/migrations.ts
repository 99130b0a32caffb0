import type { Migrations } from '../../postgres/migrate.ts'

export const eventStoreMigrations: Migrations = {
  module: 'event-store',
  folder: new URL('migrations/', import.meta.url),
}
