import { il } from '../../domain/kernel/italian.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { dated, greeting, mail, type Writer } from './letter-parts.ts'

/** that a business did it, and not which one: its name would tell who has rated. */
const photosChanged: Writer = async ({ to, data: { at }, origin }) =>
  mail(
    to.email,
    'Le foto del tuo profilo Garbo sono cambiate',
    `${greeting(to)}\n\n${il(dated(String(at) as Instant))} una struttura che ti conosce ha cambiato le foto del tuo profilo, ` +
      'come permette il consenso alle foto che hai dato.\n\n' +
      `Puoi cambiarle di nuovo, o ritirare il consenso, dal tuo profilo:\n${origin}/profile\n\n` +
      'Il nome della struttura non compare, come per le valutazioni; chi si occupa di Garbo lo sa.\n',
  )

export const clientPhotosLetters = { 'client-photos-changed-mail': photosChanged } as const
