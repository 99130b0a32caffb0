import { dateDel } from '../../../shared/italian-dates.ts'

export const sessionTexts = {
  title: 'Dispositivi e sessioni',
  intro:
    'Dove il tuo account è aperto adesso. Se non riconosci un dispositivo, chiudi la sua sessione e cambia password.',
  empty: 'Non ci sono sessioni aperte.',
  failed: 'Non riusciamo a mostrare le tue sessioni.',
  unknownDevice: 'Dispositivo sconosciuto',
  current: 'Questo dispositivo',
  opened: (day: string) => `Accesso ${dateDel(day)}`,
  openedByQuickAccess: (day: string) => `Accesso rapido dell’app ${dateDel(day)}`,
  used: (when: string) => `Ultimo utilizzo: ${when}`,
  end: 'Disconnetti',
  endOne: (device: string) => `Disconnetti ${device}`,
  endTitle: 'Disconnettere questo dispositivo?',
  endText: (device: string) => `${device} uscirà dall’account e dovrà accedere di nuovo.`,
  ended: 'Dispositivo disconnesso',
  endFailed: 'Il dispositivo non è stato disconnesso',
  endOthers: 'Disconnetti tutti gli altri',
  endOthersTitle: 'Disconnettere tutti gli altri dispositivi?',
  endOthersText: 'Resterà aperta solo la sessione di questo dispositivo.',
  othersEnded: 'Gli altri dispositivi sono stati disconnessi',
} as const
