import type { DeletionObstacle } from '../../../domain/accounts/vocabulary.ts'
import type { ContextErrors } from '../error-messages.ts'

/** Why an account cannot be deleted now, and when it can. @rule Q-92 */
export const obstacleMessages: Readonly<Record<DeletionObstacle, string>> = {
  'open-dispute': 'C’è una contestazione aperta che ti riguarda: potrai eliminare l’account quando sarà decisa.',
  'pending-payout': 'C’è un pagamento in AVA in corso: potrai eliminare l’account quando sarà concluso.',
  'open-appeal': 'Il tuo ricorso contro la sospensione è in esame: potrai eliminare l’account quando sarà deciso.',
  'open-proposal':
    'Si sta decidendo se rendere permanente la tua sospensione: potrai eliminare l’account quando sarà deciso, al più tardi alla fine della sospensione.',
  'last-admin': 'Sei l’unico amministratore: prima di eliminare l’account nominane un altro.',
}

export const privacyErrors = {
  DeletionBlocked: { status: 409, message: ({ obstacle }) => obstacleMessages[obstacle] },
  AccountGone: { status: 404, message: 'L’account non esiste più.' },
  StoresLeft: { status: 409, message: 'La cancellazione non è ancora completa.' },
} satisfies ContextErrors
