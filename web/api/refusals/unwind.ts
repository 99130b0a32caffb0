import type { UnwindRejection } from '../../../domain/moderation/unwind/decider.ts'
import type { Lines } from './line.ts'

export const unwindRefusals: Lines<UnwindRejection['type']> = {
  PlanNotFound: { status: 404, says: 'Piano non trovato.' },
  PlanOutdated: {
    status: 409,
    says: ({ changed }) => `Nel frattempo è cambiato qualcosa (${changesOf(changed)}): guarda una nuova anteprima.`,
  },
  PlanNeedsAnother: { status: 403, says: 'Hai preparato tu questo piano: deve approvarlo un altro moderatore.' },
  PlanApprovedByAnother: { status: 409, says: 'Un altro moderatore ha già approvato questo piano.' },
}

const changes: Readonly<Record<string, string>> = {
  review: 'la recensione',
  dispute: 'la contestazione',
  opinion: 'il punteggio',
  rewards: 'i codici dell’autore',
  wallet: 'il portafoglio AVA dell’autore',
  conduct: 'la condotta dell’autore',
  case: 'il caso',
  unwind: 'il piano',
}
const changesOf = (kinds: readonly string[]) =>
  [...new Set(kinds.map((kind) => changes[kind] ?? 'gli effetti'))].join(', ')
