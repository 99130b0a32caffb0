/** Without schemas, which pages load later. */
export { maxDialogComment, maxEvidenceUrls, remarkVisibility, textLengths } from '../../../domain/reviews/vocabulary.ts'
