import { al, il } from '../../../domain/kernel/text.ts'
import { type ContextErrors, italianDate, italianTime } from '../error-messages.ts'

const walletErrors = {
  PremiumDurationNotOffered: { status: 400, message: ({ offeredDays }) => `Premium dura ${offeredDays} giorni.` },
  AlreadyPremium: { status: 409, message: ({ until }) => `Sei già Premium fino ${al(italianDate(until))}.` },
  InsufficientAva: { status: 409, message: 'Saldo AVA insufficiente' },
  WalletAddressInvalid: { status: 400, message: 'Inserisci un indirizzo wallet AVA valido' },
  WalletAddressMistyped: {
    status: 400,
    message:
      'L’indirizzo contiene un errore: maiuscole e minuscole non corrispondono. Copialo di nuovo dal tuo wallet.',
  },
  PayoutAddressTaken: { status: 409, message: 'Questo indirizzo è già usato da un altro account.' },
  UndoLinkInvalid: { status: 400, message: 'Questo link non è valido.' },
  UndoLinkExpired: { status: 409, message: 'Questo link è scaduto: per annullare il cambio scrivi all’assistenza.' },
  UndoLinkUsed: { status: 409, message: 'Il cambio è già stato annullato.' },
  PayoutThresholdOutOfRange: { status: 400, message: ({ min, max }) => `La soglia va da ${min} a ${max} AVA.` },
  BookingCreditedOtherwise: { status: 409, message: 'Questa prenotazione è già stata accreditata.' },
  PayoutAddressMissing: { status: 409, message: 'Configura prima il tuo wallet.' },
  PayoutAddressMismatch: { status: 409, message: 'Il wallet è cambiato nel frattempo.' },
  PayoutAddressOnHold: {
    status: 409,
    message: ({ until }) =>
      `I pagamenti a questo indirizzo iniziano ${il(italianDate(until))} alle ${italianTime(until)}.`,
  },
  PayoutAlreadyOpen: { status: 409, message: 'Un pagamento è già in corso.' },
  WalletClosed: { status: 409, message: 'L’account è stato eliminato: non riceve più pagamenti.' },
  BelowPayoutThreshold: {
    status: 409,
    message: ({ threshold }) => `Il saldo non raggiunge la soglia di ${threshold} AVA.`,
  },
  PayoutUnknown: { status: 404, message: 'Pagamento non trovato.' },
  PayoutEnded: { status: 409, message: 'Questo pagamento è già concluso.' },
  NobodyToPay: { status: 409, message: 'Nessun saldo da pagare.' },
  PayoutBatchUnknown: { status: 404, message: 'Pagamento non trovato.' },
  PayoutBatchEnded: { status: 409, message: 'Questo pagamento è già concluso.' },
  SharesDiffer: { status: 409, message: 'Gli importi del pagamento non coincidono.' },
  TransactionStillLive: { status: 409, message: 'Un pagamento è già in corso.' },
  TransactionUnknown: { status: 404, message: 'Transazione non trovata.' },
  CompanyWalletConfigured: { status: 409, message: 'Il wallet aziendale è già configurato.' },
  TransactionFailed: { status: 409, message: 'La transazione non è andata a buon fine.' },
  WalletUnknown: { status: 404, message: 'Wallet non trovato' },
  BalanceNotYetCounted: {
    status: 404,
    message: 'Il tuo saldo non è ancora nel conteggio, che si fa ogni notte: riprova domani.',
  },
  ChainNotConfigured: {
    status: 409,
    message: 'Il wallet aziendale non è configurato: i saldi AVA restano su Garbo.',
  },
} satisfies ContextErrors

const ruleSetErrors = {
  RuleSetUnknown: {
    status: 404,
    message: ({ sets }) => `Questa versione delle regole non esiste: ci sono le versioni ${sets.join(', ')}.`,
  },
  RuleSetInForce: { status: 409, message: ({ version }) => `La versione ${version} è già in vigore.` },
  RuleSetDraftedAlready: {
    status: 409,
    message: ({ version }) => `C’è già una bozza della versione ${version}: simulala o attivala.`,
  },
  RuleDraftUnknown: { status: 404, message: 'Questa bozza non esiste.' },
  RuleDraftActivated: { status: 409, message: 'Questa bozza è già stata attivata.' },
  RuleDraftNotSimulated: { status: 409, message: 'Prima di attivare la bozza, simulala sui dati passati.' },
  /** @rule T-190 */
  RuleBookUnknown: { status: 404, message: 'Questo regolamento non esiste.' },
} satisfies ContextErrors

export const avaErrors = { ...walletErrors, ...ruleSetErrors }
