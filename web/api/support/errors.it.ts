import type { ContextErrors } from '../error-messages.ts'

const fieldNames = { subject: 'L’oggetto', message: 'Il messaggio' } as const

export const supportErrors = {
  SupportRequestNotFound: { status: 404, message: 'Richiesta di assistenza non trovata.' },
  SupportRequestIsClosed: { status: 409, message: 'Questa richiesta è chiusa: per altro aprine una nuova.' },
  SupportTextLength: {
    status: 400,
    message: ({ text, min, max }) => `${fieldNames[text]} deve avere da ${min} a ${max} caratteri.`,
  },
  TooManySupportRequests: {
    status: 409,
    message: ({ max }) => `Hai già ${max} richieste non chiuse: scrivi in una di quelle, oppure chiudine una.`,
  },
  TooManyUnansweredMessages: {
    status: 409,
    message: ({ max }) => `Hai già scritto ${max} messaggi in attesa di risposta: ti rispondiamo appena possibile.`,
  },
  SupportConversationContinued: {
    status: 409,
    message: 'Nel frattempo è arrivato un altro messaggio: leggilo prima di rispondere.',
  },
  OwnSupportRequest: { status: 403, message: 'È una tua richiesta: deve rispondere un altro membro dello staff.' },
} satisfies ContextErrors
