import type { NotificationKind } from '../../../../contract/accounts/notifications.ts'

export const notificationTexts = {
  title: 'Notifiche',
  intro: 'Che cosa è successo, dalla novità più recente.',
  headerLink: (unread: number) =>
    unread === 0 ? 'Notifiche' : `Notifiche, ${unread >= 100 ? '99+' : unread} da leggere`,
  count: (unread: number) => (unread >= 100 ? '99+' : `${unread}`),
  empty: 'Non hai ancora notifiche. Quando succede qualcosa che ti riguarda lo trovi qui.',
  failed: 'Non riusciamo a caricare le notifiche.',
  unread: 'Da leggere',
  markRead: 'Segna come letta',
  markOneRead: (title: string) => `Segna come letta: ${title}`,
  markAllRead: 'Segna tutte come lette',
  markFailed: 'Non riusciamo a segnarla come letta. Riprova.',
  preferences: 'Preferenze',
} as const

const kinds: Readonly<Record<NotificationKind, string>> = {
  'rating-received': 'Valutazioni ricevute',
  'review-received': 'Recensioni e note ricevute',
  reply: 'Risposte alle recensioni',
  flag: 'Esito delle tue segnalazioni',
  dispute: 'Contestazioni',
  'reward-issued': 'Nuovi sconti',
  'reward-expiring': 'Codici che scadono entro 7 giorni',
  booking: 'Prenotazioni',
  'ava-matured': 'AVA disponibili',
  payout: 'Pagamenti AVA',
  decision: 'Decisioni dei moderatori',
  appeal: 'Ricorsi',
  'new-device': 'Accessi da un nuovo dispositivo',
  'monthly-report': 'Report del mese (Premium)',
  'support-answer': 'Risposte dell’assistenza',
  'stay-denied': 'Clienti che dichiarano di non essere stati ospiti',
}

export const notificationPreferenceTexts = {
  title: 'Preferenze di notifica',
  intro: 'Nell’app trovi sempre tutto. Qui scegli che cosa ti arriva anche fuori.',
  kinds,
  kind: 'Novità',
  channels: { email: 'Email', sms: 'SMS', push: 'Notifica sul dispositivo' },
  channelOf: (channel: string, kind: string) => `${channel}: ${kind}`,
  always: 'sempre',
  alwaysHint: 'Gli avvisi di sicurezza e le decisioni con le loro ragioni arrivano sempre per email.',
  emailOff: 'Le email di notifica sono disattivate nel profilo: non ne riceverai nessuna di quelle scelte qui.',
  smsOff: 'Gli SMS sono disattivati nel profilo: non ne riceverai nessuno di quelli scelti qui.',
  toProfile: 'Vai al profilo',
  digest: 'Email raccolte',
  digests: {
    none: 'Una email per ogni novità',
    daily: 'Una email al giorno, alle 8',
    weekly: 'Una email alla settimana, il lunedì alle 8',
  },
  quietHours: 'Non inviarmi nulla dalle 21 alle 8',
  save: 'Salva le preferenze',
  saving: 'Salvataggio…',
  saved: 'Preferenze salvate',
  failed: 'Non riusciamo a salvare le preferenze. Riprova.',
  push: {
    title: 'Notifiche su questo dispositivo',
    text: 'Anche quando Garbo è chiuso, in questo browser, finché non esci.',
    enable: 'Attiva su questo dispositivo',
    disable: 'Disattiva su questo dispositivo',
    enabled: 'Notifiche attive su questo dispositivo',
    disabled: 'Notifiche disattivate su questo dispositivo',
    unsupported: 'Questo browser non permette le notifiche.',
    denied: 'Le notifiche di questo sito sono bloccate: per riceverle, permettile nelle impostazioni del browser.',
    failed: 'Non riusciamo ad attivare le notifiche su questo dispositivo.',
  },
} as const

export const unsubscribeTexts = {
  title: 'Non ricevere più queste email',
  text: 'Le email di questo tipo non arriveranno più. Nell’app continuerai a trovare tutto.',
  submit: 'Non inviarmene più',
  done: 'Fatto: non riceverai più email di questo tipo.',
  preferences: 'Scegli le altre notifiche',
  failed: 'Non riusciamo a registrare la tua scelta. Riprova.',
} as const
