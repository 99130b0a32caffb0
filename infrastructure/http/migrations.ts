import type { Migrations } from '../postgres/migrate.ts'

export const httpMigrations: Migrations = { module: 'http', folder: new URL('migrations/', import.meta.url) }
