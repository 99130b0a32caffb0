import { il } from './dates.ts'

export const social = {
  google: 'Accedi con Google',
  facebook: 'Accedi con Facebook',
  registerGoogle: 'Registrati con Google',
  registerFacebook: 'Registrati con Facebook',
  or: 'oppure',
  pending: 'Accesso in corso...',
  clientsOnly: 'Google e Facebook sono per i clienti.',
  privacy: 'Continuando con Google o Facebook accetti la',
  privacyPolicy: 'Privacy Policy',
  cancelledTitle: 'Login annullato',
  deletion: {
    title: 'Eliminazione dei dati ricevuti da Facebook',
    requested: (day: string) => `Richiesta ricevuta ${il(day)}.`,
    'nothing-held': 'Non conserviamo nessun dato legato a questo account Facebook.',
    unlinked:
      'Il collegamento con Facebook è stato eliminato. L’eliminazione dell’account Garbo è in corso: se c’è una contestazione o un pagamento aperto, attende che si concluda.',
    erased: 'Il collegamento con Facebook e i dati dell’account sono stati eliminati.',
    ask: 'Per assistenza scrivi a',
  },
} as const
