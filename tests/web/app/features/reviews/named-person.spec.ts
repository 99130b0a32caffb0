import { describe, expect, it } from 'vitest'
import { personNamedIn } from '../../../../../web/app/features/reviews/named-person.ts'

describe('Q-60: a person named in a reply', () => {
  it.each([
    ['Gentile signora Ferri, ci dispiace.', 'Ferri'],
    ['Gent.mo Sig. Rossi, grazie.', 'Rossi'],
    ['Caro Paolo, torna presto.', 'Paolo'],
    ['Il tavolo era prenotato a nome di Francesca.', 'Francesca'],
    ['Buongiorno Zoe, la aspettiamo.', 'Zoe'],
    ['La camera del dott. D’Angelo era pronta.', 'D’Angelo'],
  ])('is found in %j', (text, name) => expect(personNamedIn(text)).toBe(name))

  it.each([
    ['Gentile Ospite, grazie della recensione.'],
    ['Gentile cliente, grazie.'],
    ['Buongiorno, ci dispiace per il rumore.'],
    ['Siamo in piazza San Marco, a due passi da Santa Lucia.'],
    ['Che gioia leggerti: la prossima volta la camera rosa è tua.'],
    ['GRAZIE MILLE DA TUTTI NOI'],
    [''],
  ])('is not found in %j', (text) => expect(personNamedIn(text)).toBeNull())
})
