import type { Migrations } from '../postgres/migrate.ts'

export const keyringMigrations: Migrations = { module: 'keyring', folder: new URL('migrations/', import.meta.url) }
