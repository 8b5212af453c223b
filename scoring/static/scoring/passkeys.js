// A form with data-passkey lets the browser make or show a passkey, and sends what it answers.

const form = document.querySelector("form[data-passkey]");
const trouble = form.querySelector("[data-passkey-error]");

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

function letters(buffer) {
  if (!buffer) return null;
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// By hand: browsers of two years ago know neither parseCreationOptionsFromJSON nor toJSON.
function asked() {
  const { publicKey } = JSON.parse(document.getElementById(form.dataset.options).textContent);
  publicKey.challenge = bytes(publicKey.challenge);
  if (publicKey.user) publicKey.user.id = bytes(publicKey.user.id);
  for (const list of [publicKey.excludeCredentials, publicKey.allowCredentials]) {
    for (const each of list ?? []) each.id = bytes(each.id);
  }
  return { publicKey };
}

function answered(key) {
  const response = {};
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  for (const part of parts) {
    if (key.response[part]) response[part] = letters(key.response[part]);
  }
  const id = letters(key.rawId);
  return JSON.stringify({ id, rawId: id, type: key.type, response, clientExtensionResults: {} });
}

form.addEventListener("submit", async (event) => {
  if (form.elements.answer.value) return;
  event.preventDefault();
  trouble.hidden = true;
  try {
    if (!window.PublicKeyCredential) throw new Error("missing");
    form.elements.answer.value = answered(await navigator.credentials[form.dataset.passkey](asked()));
  } catch (error) {
    trouble.textContent = trouble.dataset[error.message === "missing" ? "missing" : "failed"];
    trouble.hidden = false;
    return;
  }
  form.requestSubmit();
});
