export const premiumBadgeTexts = {
  name: 'Premium',
  hint: 'Badge di chi ha attivato Premium con i suoi AVA. Non incide su recensioni e punteggi.',
} as const
