import type { Problem } from '../contract/problem.ts'
import type { Fields } from '../contract/validation.ts'

/** A refusal on its way out. */
export interface Refused {
  readonly status: number
  readonly problem: Problem
  readonly retryAfterSeconds?: number
}

const saying =
  (status: number, code: string, message: string) =>
  (retryAfterSeconds?: number): Refused => ({
    status,
    problem: { message, code },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })

/** What the door itself refuses, before the application is asked (Q-96, points settled 18). */
export const problems = {
  malformed: saying(400, 'Malformed', 'La richiesta non è scritta correttamente.'),
  badKey: saying(400, 'IdempotencyKeyInvalid', "L'intestazione Idempotency-Key non è valida."),
  foreignOrigin: saying(403, 'ForeignOrigin', 'Richiesta rifiutata: proviene da un altro sito.'),
  csrf: saying(403, 'CsrfTokenInvalid', 'La pagina è scaduta. Ricaricala e riprova.'),
  notFound: saying(404, 'NotFound', 'Non trovato.'),
  methodNotAllowed: saying(405, 'MethodNotAllowed', 'Operazione non ammessa a questo indirizzo.'),
  tooLarge: saying(413, 'TooLarge', 'La richiesta è troppo grande.'),
  pictureTooLarge: saying(413, 'TooLarge', 'Foto troppo grande'),
  tooLong: saying(414, 'AddressTooLong', 'Indirizzo troppo lungo.'),
  wrongType: saying(415, 'WrongContentType', 'Il contenuto deve essere JSON (application/json).'),
  notAForm: saying(415, 'WrongContentType', 'La foto va inviata in un modulo (multipart/form-data).'),
  stillRunning: saying(409, 'StillRunning', 'La stessa richiesta è ancora in corso. Attendi un momento.'),
  keyReused: saying(422, 'IdempotencyKeyReused', 'La stessa Idempotency-Key è già servita per un’altra richiesta.'),
  tooMany: saying(429, 'TooManyRequests', 'Troppe richieste. Attendi un momento e riprova.'),
  tooManyStreams: saying(429, 'TooManyStreams', 'Hai troppe pagine aperte. Chiudine qualcuna e riprova.'),
  notYet: saying(503, 'NotYet', 'L’aggiornamento è in corso. Riprova tra un istante.'),
  unavailable: saying(503, 'Unavailable', 'Il servizio non è al momento disponibile. Riprova tra poco.'),
  closing: saying(503, 'Closing', 'Il servizio si sta riavviando. Riprova tra poco.'),
} as const

export const invalid = (fields: Fields, first: string): Refused => ({
  status: 400,
  problem: { message: `Dati non validi: ${first}`, code: 'Invalid', fields: { ...fields } },
})

export const broken = (requestId: string): Refused => ({
  status: 500,
  problem: {
    message: 'Si è verificato un errore imprevisto. Riprova più tardi.',
    code: 'Unexpected',
    requestId,
  },
})

/** A refusal as something to throw out of a hook; the error handler sends it. */
export const thrown = (refused: Refused): Error & { readonly refused: Refused } =>
  Object.assign(new Error(refused.problem.code), { refused })

export const refusedIn = (error: unknown): Refused | null =>
  typeof error === 'object' && error !== null && 'refused' in error ? (error.refused as Refused) : null
