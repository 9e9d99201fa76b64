"""The words that stand above the columns of lists of people, in English, German and French."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = {
    "name": (
        "name, names, full name, player, players, participant, participants, member, members, person, "
        "namen, spieler, spielerin, spielername, spieler/in, spielerinnen, teilnehmer, teilnehmerin, "
        "teilnehmende, mitglied, mitglieder, vorname nachname, vor- und nachname, vorname und nachname, "
        "nom, noms, nom complet, joueur, joueuse, joueurs, participante, membre, membres, personne, "
        "prénom et nom, prénom nom"
    ),
    "turned": (
        "last name first name, surname first name, name vorname, nachname vorname, familienname vorname, "
        "name und vorname, nachname und vorname, nom prénom, nom et prénom"
    ),
    "family": (
        "last name, lastname, surname, family name, family, nachname, familienname, zuname, familie, nom "
        "de famille, patronyme"
    ),
    "given": (
        "first name, firstname, given name, given names, forename, vorname, vornamen, rufname, prénom, "
        "prénoms"
    ),
    "tags": (
        "tag, tags, group, groups, category, class, label, labels, merkmal, merkmale, gruppe, kategorie, "
        "klasse, altersklasse, schlagwort, schlagwörter, etikett, etiketten, groupe, catégorie, classe, "
        "étiquette, étiquettes, mention, mentions"
    ),
    "contact": (
        "contact, mail, email, e-mail, email address, e-mail address, phone, phone number, telephone, "
        "mobile, cell, kontakt, e-mail-adresse, emailadresse, mailadresse, telefon, tel, telefonnummer, "
        "handy, handynummer, mobil, mobilnummer, courriel, adresse e-mail, adresse mail, adresse email, "
        "téléphone, portable, numéro de téléphone"
    ),
    "paid": (
        "paid, payment, amount, fee, entry fee, bezahlt, gezahlt, zahlung, betrag, startgeld, beitrag, "
        "payé, payée, payés, réglé, paiement, montant, cotisation, mise"
    ),
    "": (
        "no, no., nr, nr., number, #, rank, place, year, year of birth, birthday, born, country, nation, "
        "city, club, title, rating, elo, address, comment, notes, nummer, platz, rang, jahr, jahrgang, "
        "geburtsjahr, geburtsdatum, geboren, land, ort, stadt, verein, titel, anrede, adresse, straße, "
        "plz, bemerkung, n°, numéro, année, année de naissance, naissance, pays, ville, titre, remarque, "
        "fed, dwz, twz, id"
    ),
}


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^\w#°/&'-]+", " ", text.casefold()).split())


_ROLES: Final = {
    _plain(word): role for role, words in _WORDS.items() for word in words.split(",") if _plain(word)
}


def heading_role(text: str) -> str | None:
    """What a column with this heading is, by the names of `lists`; empty: left out. None: unknown."""
    return _ROLES.get(_plain(text))
