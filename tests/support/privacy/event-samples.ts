import type { ErasureEvent } from '../../../domain/privacy/erasure.ts'
import { at, type SamplesOf } from '../sample-values.ts'

export const erasureSamples: SamplesOf<ErasureEvent> = {
  StoreErased: { accountId: 'account-giulia', store: 'credentials', at: at('2026-05-02', '09:01') },
  AccountErased: { accountId: 'account-giulia', clientId: 'client-giulia', at: at('2026-05-02', '09:02') },
}
