import type { Sealing } from '../../application/ports/sealing.ts'
import { TE } from '../../domain/kernel/fp.ts'

/** Leaves personal data unsealed; sealing has its own tests. */
export const plainSealing: Sealing = {
  seal: (events) => TE.right(events.map(({ event }) => event.data)),
  open: (events) => TE.right(events.map(({ data }) => data)),
  disclose: (events) => TE.right(events.map(() => [])),
  countErased: TE.right(0),
  omit: (events) => events.map(({ data }) => data),
  replace: (events) => events.map(({ data }) => data),
}
