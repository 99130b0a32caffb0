import { al, il } from '../../../domain/kernel/text.ts'
import { type ContextErrors, italianDate } from '../error-messages.ts'

export const rewardErrors = {
  ReviewCreditedElsewhere: { status: 409, message: 'La recensione è già stata conteggiata.' },
  StarsCountedElsewhere: { status: 409, message: 'La valutazione è già stata conteggiata.' },
  RewardCodeUnusable: { status: 409, message: 'Il codice non è utilizzabile.' },
  RewardNotFound: { status: 404, message: 'Ricompensa non trovata.' },
  RewardAlreadyRedeemed: { status: 409, message: 'Questa ricompensa è già stata riscattata.' },
  RewardRevokedAlready: { status: 409, message: 'Questa ricompensa è stata annullata.' },
  RewardExpiredAlready: {
    status: 409,
    message: ({ expiresAt }) => `Questa ricompensa è scaduta ${il(italianDate(expiresAt))}.`,
  },
  RewardSuspended: {
    status: 409,
    message: ({ until }) =>
      `Questa ricompensa è sospesa fino ${al(italianDate(until))}, perché hai tolto almeno due stelle alla tua recensione. ` +
      'Se le rimetti, torna subito valida.',
  },
  NotEligible: { status: 403, message: 'Conferma prima il tuo indirizzo email.' },
} satisfies ContextErrors
