import { al, il } from '../../../domain/kernel/italian.ts'
import type { BatchRejection } from '../../../domain/ava/payout/decider.ts'
import type { TreasuryRejection } from '../../../domain/ava/treasury/decider.ts'
import type { WalletRejection } from '../../../domain/ava/wallet/decider.ts'
import type { RewardsRejection } from '../../../domain/rewards/rewards/decider.ts'
import type { AllowanceRejection } from '../../../domain/travel/allowance/decider.ts'
import type { BookingRejection } from '../../../domain/travel/booking/decider.ts'
import { dated, type Lines } from './line.ts'

type ValueRejection =
  WalletRejection | BatchRejection | TreasuryRejection | RewardsRejection | BookingRejection | AllowanceRejection

export const valueRefusals: Lines<ValueRejection['type']> = {
  PremiumDurationNotOffered: { status: 400, says: ({ offeredDays }) => `Premium dura ${offeredDays} giorni.` },
  AlreadyPremium: { status: 409, says: ({ until }) => `Sei già Premium fino ${al(dated(until))}.` },
  InsufficientAva: { status: 409, says: 'Saldo AVA insufficiente' },
  WalletAddressInvalid: { status: 400, says: 'Inserisci un indirizzo wallet AVA valido' },
  PayoutThresholdOutOfRange: { status: 400, says: ({ least, most }) => `La soglia va da ${least} a ${most} AVA.` },
  BookingCreditedOtherwise: { status: 409, says: 'Questa prenotazione è già stata accreditata.' },
  PayoutAddressMissing: { status: 409, says: 'Configura prima il tuo wallet.' },
  PayoutAddressMismatch: { status: 409, says: 'Il wallet è cambiato nel frattempo.' },
  PayoutAlreadyOpen: { status: 409, says: 'Un pagamento è già in corso.' },
  BelowPayoutThreshold: {
    status: 409,
    says: ({ threshold }) => `Il saldo non raggiunge la soglia di ${threshold} AVA.`,
  },
  PayoutUnknown: { status: 404, says: 'Pagamento non trovato.' },
  PayoutEnded: { status: 409, says: 'Questo pagamento è già concluso.' },
  NobodyToPay: { status: 409, says: 'Nessun saldo da pagare.' },
  PayoutBatchUnknown: { status: 404, says: 'Pagamento non trovato.' },
  PayoutBatchEnded: { status: 409, says: 'Questo pagamento è già concluso.' },
  SharesDiffer: { status: 409, says: 'Gli importi del pagamento non coincidono.' },
  TransactionStillLive: { status: 409, says: 'Un pagamento è già in corso.' },
  TransactionUnknown: { status: 404, says: 'Transazione non trovata.' },
  CompanyWalletConfigured: { status: 409, says: 'Il wallet aziendale è già configurato.' },
  TransactionFailed: { status: 409, says: 'La transazione non è andata a buon fine.' },
  ReviewCreditedElsewhere: { status: 409, says: 'La recensione è già stata conteggiata.' },
  StarsCountedElsewhere: { status: 409, says: 'La valutazione è già stata conteggiata.' },
  RewardCodeUnusable: { status: 409, says: 'Il codice non è utilizzabile.' },
  RewardNotFound: { status: 404, says: 'Ricompensa non trovata.' },
  RewardAlreadyRedeemed: { status: 409, says: 'Questa ricompensa è già stata riscattata.' },
  RewardRevokedAlready: { status: 409, says: 'Questa ricompensa è stata annullata.' },
  RewardExpiredAlready: {
    status: 409,
    says: ({ expiresAt }) => `Questa ricompensa è scaduta ${il(dated(expiresAt))}.`,
  },
  NotEligible: { status: 403, says: 'Conferma prima il tuo indirizzo email.' },
  BookingPlacedOtherwise: { status: 409, says: 'Questa prenotazione è già stata inviata.' },
  GuestsOutOfRange: { status: 400, says: ({ least, most }) => `Gli ospiti vanno da ${least} a ${most}.` },
  StayTooLong: { status: 400, says: ({ mostNights }) => `Un soggiorno dura al massimo ${mostNights} notti.` },
  CheckOutNotAfterCheckIn: { status: 400, says: 'La partenza deve essere dopo l’arrivo.' },
  CheckInPast: { status: 400, says: 'L’arrivo non può essere nel passato.' },
  TooManyBookings: { status: 429, says: ({ dailyLimit }) => `Al massimo ${dailyLimit} prenotazioni al giorno.` },
  BookingNotFound: { status: 404, says: 'Prenotazione non trovata.' },
  StayAlreadyBegun: { status: 409, says: 'Il soggiorno è già iniziato: la prenotazione non può essere annullata.' },
  StayNotOver: { status: 409, says: 'Il soggiorno non è ancora concluso.' },
  BookingAlreadyCompleted: { status: 409, says: 'Il soggiorno è già concluso.' },
  BookingAlreadyCancelled: { status: 409, says: 'La prenotazione è già stata annullata.' },
}
