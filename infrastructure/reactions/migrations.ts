import type { Migrations } from '../postgres/migrate.ts'

export const reactionsMigrations: Migrations = {
  module: 'reactions',
  folder: new URL('migrations/', import.meta.url),
}
