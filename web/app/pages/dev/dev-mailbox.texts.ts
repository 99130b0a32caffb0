export const devMailboxTexts = {
  title: 'Posta in uscita',
  intro:
    'Le email e gli SMS che Garbo avrebbe spedito. Questa pagina esiste solo in sviluppo, finché non è configurato un servizio vero.',
  empty: 'Nessun messaggio: registrati o chiedi un codice e lo troverai qui.',
  search: 'Cerca per destinatario',
  channels: { email: 'Email', sms: 'SMS' },
  to: (receiver: string) => `A: ${receiver}`,
} as const
