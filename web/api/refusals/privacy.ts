import type { DeletionRejection, Obstacle } from '../../../domain/access/account/deletion.ts'
import type { ErasureRejection } from '../../../domain/privacy/erasure/decider.ts'
import type { Lines } from './line.ts'

/** why an account cannot be deleted now, and what opens the way. */
export const obstacles: Readonly<Record<Obstacle, string>> = {
  'open-dispute': 'C’è una contestazione aperta che ti riguarda: potrai eliminare l’account quando sarà decisa.',
  'pending-payout': 'C’è un pagamento in AVA in corso: potrai eliminare l’account quando sarà concluso.',
  'open-appeal': 'Il tuo ricorso contro la sospensione è in esame: potrai eliminare l’account quando sarà deciso.',
  'last-admin': 'Sei l’unico amministratore: prima di eliminare l’account nominane un altro.',
}

export const privacyRefusals: Lines<(DeletionRejection | ErasureRejection)['type']> = {
  DeletionBlocked: { status: 409, says: ({ obstacle }) => obstacles[obstacle] },
  AccountGone: { status: 404, says: 'L’account non esiste più.' },
  StoresLeft: { status: 409, says: 'La cancellazione non è ancora completa.' },
}
