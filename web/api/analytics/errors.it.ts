import type { ContextErrors } from '../error-messages.ts'

export const analyticsErrors = {
  PremiumRequired: { status: 402, message: 'Questa funzione è inclusa in Premium. Attivalo dal tuo wallet AVA.' },
} satisfies ContextErrors
