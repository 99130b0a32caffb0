import type { AccessReason } from '../../../domain/audit/vocabulary.ts'

/** Why an entry was recorded, as people read it. */
export const reasonTexts: Readonly<Record<AccessReason, string>> = {
  password: 'Con la password',
  passkey: 'Con una passkey',
  device: 'Con l’accesso rapido dell’app',
  google: 'Con Google',
  facebook: 'Con Facebook',
  'passkey-added': 'Passkey aggiunta',
  'passkey-removed': 'Passkey rimossa',
  'device-added': 'Accesso rapido attivato',
  'device-removed': 'Accesso rapido disattivato',
  'other-sessions': 'Altre sessioni chiuse',
  'email-by-sms': 'Email ricordata via SMS',
  'reset-code': 'Codice per la nuova password',
  'temporary-password': 'Password provvisoria',
  requested: 'Nuovo indirizzo richiesto',
  confirmed: 'Nuovo indirizzo confermato',
  granted: 'Ruolo assegnato',
  revoked: 'Ruolo revocato',
  queue: 'Coda dei casi',
  'case-file': 'Esame di un caso',
  reviews: 'Esame delle recensioni',
  replay: 'Rivivi la contestazione',
  appeal: 'Esame di un ricorso',
  reversal: 'Effetto domino',
  scores: 'Periodi esclusi dal punteggio',
  sanctions: 'Sanzioni',
  accounts: 'Ricerca di un account',
  'help-desk': 'Assistenza',
  'access-log': 'Registro degli accessi',
  'personal-data': 'I tuoi dati',
  analytics: 'Statistiche',
  'payout-address': 'Indirizzo dei pagamenti',
  'payout-run': 'Pagamento dei saldi',
}

export const refusedTexts = { refused: 'rifiutato', failed: 'non riuscito' } as const
