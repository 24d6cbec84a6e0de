/** How links that lead back to a card name it. */
export const CardCalled = () => <>the insight</>
