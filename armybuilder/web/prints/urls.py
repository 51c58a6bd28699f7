"""The print shop's addresses."""

from django.urls import path

from armybuilder.web.prints import shop

urlpatterns = [
    path("", shop.index, name="print"),
    path("sheets.pdf", shop.pdf, name="print-pdf"),
    path("sheets.zip", shop.archive, name="print-zip"),
    path("pages/<int:page>.png", shop.preview, name="print-page"),
]
