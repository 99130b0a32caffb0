import { type EmailTemplate, greeting, textEmail } from '../email.ts'

/** To the author of a disputed review. The message of the business is shown on the page only, after sign-in. */
const reviewDisputed: EmailTemplate = ({ to, origin }) =>
  Promise.resolve(
    textEmail(
      to.email,
      'Una tua recensione è stata contestata',
      `${greeting(to)}\n\nla struttura ha contestato una tua recensione. Prima della decisione puoi rispondere: ` +
        'la struttura leggerà la risposta senza sapere chi sei.\n\n' +
        `Trovi il motivo e la contestazione in ${origin}/${to.profile.kind === 'client' ? 'my-reviews' : 'ratings'}\n`,
    ),
  )

/** To the business whose reply precedes an edit of the review. */
const replyOutdated: EmailTemplate = ({ to, origin }) =>
  Promise.resolve(
    textEmail(
      to.email,
      'Una recensione a cui hai risposto è cambiata',
      `${greeting(to)}\n\nchi ha scritto una recensione a cui hai risposto l'ha modificata dopo la tua risposta. ` +
        'La risposta resta visibile: controlla che vada ancora bene.\n\n' +
        `La trovi in ${origin}/ratings\n`,
    ),
  )

export const reviewEmails = {
  'review-disputed-mail': reviewDisputed,
  'reply-overtaken-mail': replyOutdated,
} as const
