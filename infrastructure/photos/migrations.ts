import type { Migrations } from '../postgres/migrate.ts'

export const photosMigrations: Migrations = { module: 'photos', folder: new URL('migrations/', import.meta.url) }
