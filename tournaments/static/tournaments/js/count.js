// The total of a table: while somebody types, say how many chips stay on the board, or are missing. The server decides.
(() => {
  const form = document.querySelector("form[data-count]");
  const told = form?.querySelector("[data-count-sum]");
  if (!told) return;
  const fields = [...form.querySelectorAll("[name^=seat_]")];
  const board = form.querySelector("[name=board]");

  const say = () => {
    const typed = fields.map((field) => field.value);
    told.hidden = typed.some((value) => value === "");
    const sum = [...typed, board.value].reduce((all, value) => all + (Number(value) || 0), 0);
    const missing = Number(form.dataset.count) - sum;
    const computes = "board" in told.dataset && board.value === "" && missing >= 0;
    board.placeholder = computes && !told.hidden ? missing : "0";
    const sentence = computes ? "board" : missing === 0 ? "right" : missing > 0 ? "missing" : "many";
    told.textContent = told.dataset[sentence].replace("{chips}", Math.abs(missing));
  };
  form.addEventListener("input", say);
  say();
})();
