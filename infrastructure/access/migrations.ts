import type { Migrations } from '../postgres/migrate.ts'

export const accessMigrations: Migrations = { module: 'access', folder: new URL('migrations/', import.meta.url) }
